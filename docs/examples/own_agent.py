"""A model of one's own plays one task: `python own_agent.py MODEL DOMAIN PROBLEM`."""

import sys

from openai import OpenAI

import autoplan

model, domain, problem = sys.argv[1:]
client = OpenAI()  # any other client, or a model in this process, does as well
episode = autoplan.chat_episode(domain, problem, mechanism="act")
while not episode.done:
    answer = client.chat.completions.create(model=model, messages=episode.messages)
    print(episode.submit(answer.choices[0].message.content or "").text)
print(episode.verdict)
