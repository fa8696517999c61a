import type { ErrorBody } from '@feira/schemas/procedure';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Shorter than a frame, so that the page goes on moving. */
const SLICE_MS = 12;

/** The header of a request that was refused with CHALLENGE_REQUIRED and is sent once more. */
export const CHALLENGE_HEADER = 'Feira-Challenge';

/** Does the work that a challenge asks for, in slices, and returns the value of its header. */
export async function solveChallenge({ token, bits }: NonNullable<ErrorBody['challenge']>): Promise<string> {
  const begun = sha256.create().update(utf8ToBytes(`${token}:`));
  let sliceEnds = performance.now() + SLICE_MS;
  for (let nonce = 0; ; nonce++) {
    if (
      hasZeroBits(
        begun
          .clone()
          .update(utf8ToBytes(String(nonce)))
          .digest(),
        bits,
      )
    )
      return `${token}:${nonce}`;
    if (nonce % 64 === 0 && performance.now() > sliceEnds) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEnds = performance.now() + SLICE_MS;
    }
  }
}
