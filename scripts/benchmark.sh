#!/usr/bin/env bash
# The whole benchmark offline: thirteen domains, every mechanism, random choice with ten seeds, the
# planners; then the report. What OUT holds already is not played again.
#
#     scripts/benchmark.sh OUT [SECONDS]
#
# SECONDS is the planners' time limit for a task. The paper's 1800 would be spent on Beluga alone,
# which A* with LM-cut hardly solves.
set -euo pipefail
out=${1:?a folder for the results} seconds=${2:-20}
autoplan=$(dirname "$0")/../.venv/bin/autoplan
domains=(beluga blocksworld depot ferry floortile goldminer grid grippers logistics movie rovers
    satellite visitall)

play() { "$autoplan" eval --out "$out" --domain "${domains[@]}" "$@" > /dev/null; }

play --mechanism basic cot act react
play --mechanism random --seed {1..10}
play --mechanism brfs lmcut ff --time-limit "$seconds"
"$autoplan" table "$out"
"$autoplan" report "$out"
