(define (problem farmyear1)
(:domain farmyear)
(:objects longacre - field
 barley wheat - crop
 plough1 seeder1 combine1 - machine)
(:init (now winter)
 (follows winter spring) (follows spring summer) (follows summer autumn) (follows autumn winter)
 (sowtime barley spring) (reaptime barley summer)
 (sowtime wheat autumn) (reaptime wheat summer)
 (fallow longacre) (exhausted longacre)
 (tractorfree)
 (isplough plough1) (isseeder seeder1) (iscombine combine1))
(:goal (and (inbarn barley) (sown longacre wheat))))
