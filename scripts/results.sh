#!/usr/bin/env bash
# Plays everything that docs/results.md tells, offline, and prints its tables as Markdown.
#
#     scripts/results.sh OUT [SHARED] [OPTION ...]
#
# OUT is the folder for the results; what is in it already is not played again. SHARED is a folder
# with competition suites in `apb` and PlanBench's snippets in `replay/configs`; without it, Tables 3
# and 7 are left out. Further options are those of `autoplan eval`, such as --time-limit 60.
set -euo pipefail
out=${1:?a folder for the results} shared=${2:-}
options=("${@:3}")
here=$(dirname "$0")
python=$here/../.venv/bin/python

table() { "$python" "$here/tables.py" "$1" --markdown --run "$out" "${@:2}" -- "${options[@]}"; }

table 2
table 6
table scaling
if [[ -n $shared ]]; then
    table 7 --snippets "$shared/replay/configs"
    table 3 --suites "$shared/apb" --instances 5
fi
"$python" "$here/token_ratios.py" --markdown
