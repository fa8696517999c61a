import { formatClock } from './clock.ts';

const SECOND_MS = 1000;

/** Lets the countdown of the page run, once a second, and shows its last words at zero. The visitor may pause it. */
export function startCountdown(root: ParentNode): void {
  const element = root.querySelector<HTMLElement>('.countdown');
  if (!element) return;
  const [words, clock, pause] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
  const digits = clock.lastElementChild!;
  let left = Number(element.dataset.seconds) * SECOND_MS;
  let runningSince: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const remaining = () => Math.max(0, left - (runningSince === undefined ? 0 : performance.now() - runningSince));
  const show = () => {
    const seconds = Math.ceil(remaining() / SECOND_MS);
    digits.textContent = formatClock(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    words.textContent = element.dataset.end!;
    clock.remove();
    pause.remove();
  };
  const run = () => {
    runningSince = performance.now();
    timer = setInterval(show, SECOND_MS);
  };
  pause.addEventListener('click', () => {
    const isPaused = runningSince !== undefined;
    pause.ariaPressed = String(isPaused);
    if (!isPaused) return run();
    left = remaining();
    runningSince = undefined;
    clearInterval(timer);
  });
  run();
}
