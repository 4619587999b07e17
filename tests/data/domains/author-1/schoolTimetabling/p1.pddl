(define (problem tt1)
  (:domain schoolTimetabling)
  (:objects Brown Ivanova - Teacher
            class5a class5b - Class
            maths chem - Subject
            room1 lab - Room
            mon1 mon2 - Period
            n0 n1 n2 - Num)
  (:init (pred n1 n0) (pred n2 n1)
         (teaches Brown maths) (teaches Ivanova chem)
         (suitable room1 maths) (suitable lab chem) (suitable lab maths)
         (freeTeacher Brown mon1) (freeTeacher Brown mon2)
         (freeTeacher Ivanova mon1) (freeTeacher Ivanova mon2)
         (freeClass class5a mon1) (freeClass class5a mon2)
         (freeClass class5b mon1) (freeClass class5b mon2)
         (freeRoom room1 mon1) (freeRoom room1 mon2)
         (freeRoom lab mon1) (freeRoom lab mon2)
         (lessonsLeft class5a maths n1) (lessonsLeft class5a chem n1)
         (lessonsLeft class5b maths n1) (lessonsLeft class5b chem n0))
  (:goal (and (lessonsLeft class5a maths n0) (lessonsLeft class5a chem n0)
              (lessonsLeft class5b maths n0))))
