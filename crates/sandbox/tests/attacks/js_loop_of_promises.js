// frozen (fuel): Waits without end for promises that are kept at once
export function play(game) {
  (async () => {
    for (;;) await 0;
  })();
}
