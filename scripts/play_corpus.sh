#!/usr/bin/env bash
# The offline model plays five tasks of each of the twelve domains with every mechanism, and random
# choice plays all of them with ten seeds: the tables in docs/evidence/offline.md.
#
#     scripts/play_corpus.sh FOLDER OUT        FOLDER/<domain>/domain.pddl, FOLDER/<domain>/instances/
set -euo pipefail
folder=${1:?the folder of domains} out=${2:?a folder for the results}
autoplan=$(dirname "$0")/../.venv/bin/autoplan
names=(blocksworld logistics depot ferry floortile goldminer grid gripper movie-complex rovers
    satellite visitall)
"$autoplan" eval --mechanism basic cot act react --domain "${names[@]/#/$folder/}" --instances 5 \
    --model reader --out "$out/reader"
"$autoplan" eval --mechanism random --domain "${names[@]/#/$folder/}" \
    --seed 1 2 3 4 5 6 7 8 9 10 --out "$out/random"
