/** A short tone for a new sale, which this browser plays if its person wants it. */
const KEY = 'feira.saleSound';

export function wantsSaleSound(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

/** Browsers may forbid storing; then the sound stays off. */
export function setSaleSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {}
}

/** A fifth upwards: frequency in Hz, start in seconds. */
const NOTES = [
  [659, 0],
  [988, 0.12],
] as const;
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.15;

/** Browsers play nothing before somebody has touched the page. */
export function playSaleSound(): void {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  let last: OscillatorNode | null = null;
  for (const [frequency, start] of NOTES) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    const at = audio.currentTime + start;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE_SECONDS);
    last = tone;
  }
  last?.addEventListener('ended', () => void audio.close());
}
