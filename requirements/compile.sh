#!/usr/bin/env bash
# Writes run.txt, dev.txt, inspect.txt, verifiers.txt and docs.txt anew: every package pinned, every file's hash noted, no index named.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(--universal --generate-hashes --python-version 3.11 --no-header --no-annotate --quiet)
uv pip compile pyproject.toml requirements/build.in "${options[@]}" -o requirements/run.txt
uv pip compile --group dev "${options[@]}" -c requirements/run.txt -o requirements/dev.txt
# inspect-ai wants older releases of packages that the others have, so nothing ties it to run.txt.
uv pip compile pyproject.toml requirements/build.in --extra inspect --group inspect "${options[@]}" -o requirements/inspect.txt
# Nor does verifiers, which excludes two of its releases.
uv pip compile pyproject.toml requirements/build.in --group verifiers "${options[@]}" -o requirements/verifiers.txt
uv pip compile --group docs "${options[@]}" -o requirements/docs.txt
