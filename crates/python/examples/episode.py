"""Two learners draw random actions against two players; the episode becomes a record."""

import palestra

env = palestra.parallel_env("dominator", learners=(0, 2), opponents=["Demo", "Dummy"])
observations, infos = env.reset(seed=7)
while env.agents:
    actions = {
        agent: env.action_space(agent).sample(observations[agent]["action_mask"])
        for agent in env.agents
    }
    observations, rewards, terminations, truncations, infos = env.step(actions)
print(infos["seat_0"]["scores"])
env.match().save("episode.match")
