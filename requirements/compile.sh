#!/usr/bin/env bash
# Writes run.txt and dev.txt anew: every package pinned, every file's hash noted, no index named.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(--universal --generate-hashes --python-version 3.11 --no-header --no-annotate --quiet)
uv pip compile pyproject.toml requirements/build.in "${options[@]}" -o requirements/run.txt
uv pip compile --group dev "${options[@]}" -c requirements/run.txt -o requirements/dev.txt
