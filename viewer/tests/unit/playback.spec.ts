import { expect, test } from '@playwright/test';
import { ease, Playback } from '../../src/playback.ts';

function loaded(scenes = 11): Playback {
  const playback = new Playback();
  playback.load(scenes);
  return playback;
}

test('seeking stays inside the match', () => {
  const playback = loaded();
  playback.seek(99);
  expect(playback.state.k).toBe(10);
  playback.seek(-3);
  expect(playback.state.k).toBe(0);
  playback.seek(Number.NaN);
  expect(playback.state.k).toBe(0);
});

test('time passes at the chosen speed and stops at the end', () => {
  const playback = loaded();
  playback.setSpeed(4);
  playback.seek(2);
  playback.play();
  playback.tick(0.5);
  expect(playback.state.k).toBe(5);
  for (let n = 0; n < 20; n += 1) playback.tick(0.25);
  expect(playback.state).toMatchObject({ k: 10, playing: false, phase: 1 });
});

test('playing from the end begins anew', () => {
  const playback = loaded();
  playback.seek(10);
  playback.play();
  expect(playback.state).toMatchObject({ k: 0, playing: true });
});

test('playing waits for pictures that have not come', () => {
  const playback = loaded();
  playback.ready = (k) => k <= 3;
  playback.play();
  for (let n = 0; n < 30; n += 1) playback.tick(0.25);
  expect(playback.state).toMatchObject({ k: 3, playing: true });
  playback.ready = () => true;
  playback.tick(0.25);
  expect(playback.state.k).toBeGreaterThan(3);
});

test('one step on is shown moving, unless motion is not wanted or time is fast', () => {
  const playback = loaded();
  playback.step(1);
  expect(playback.state).toMatchObject({ k: 1, phase: 0 });
  playback.tick(1);
  expect(playback.state).toMatchObject({ k: 1, phase: 1, playing: false });
  playback.motion = false;
  playback.step(1);
  expect(playback.state).toMatchObject({ k: 2, phase: 1 });
  playback.motion = true;
  playback.setSpeed(30);
  playback.step(1);
  expect(playback.drawnPhase()).toBe(1);
  playback.step(-1);
  expect(playback.state).toMatchObject({ k: 2, phase: 1 });
});

test('speeds go up and down by the usual ones and have limits', () => {
  const playback = loaded();
  playback.setSpeed(5);
  playback.changeSpeed(1);
  expect(playback.state.speed).toBe(8);
  playback.changeSpeed(-1);
  expect(playback.state.speed).toBe(4);
  playback.setSpeed(1000);
  expect(playback.state.speed).toBe(60);
  playback.changeSpeed(1);
  expect(playback.state.speed).toBe(60);
});

test('a match of one picture does not play', () => {
  const playback = loaded(1);
  playback.toggle();
  expect(playback.state.playing).toBe(false);
});

test('easing begins at 0, ends at 1 and never goes back', () => {
  expect(ease(0)).toBe(0);
  expect(ease(1)).toBe(1);
  let before = 0;
  for (let n = 1; n <= 50; n += 1) {
    const now = ease(n / 50);
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
});
