import { Fragment } from 'react';
import '../styles/record-list.css';

/** A longer part would widen its column, so it may break anywhere. */
const LONGEST_PART = 26;

/** Breaks an address where people read it in parts: after @ and dots. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(/(?<=[@.])/);
  const isWhole = parts.every(({ length }) => length <= LONGEST_PART);
  return (
    <span className={isWhole ? 'email-text' : undefined}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name than their place.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
