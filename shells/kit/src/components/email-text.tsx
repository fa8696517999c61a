import { Fragment } from 'react';
import '../styles/record-list.css';

/** Longer than this, a part of an address would widen its column: then it may break anywhere after all. */
const LONGEST_PART = 26;

/** An address that breaks where people read it in parts: after @ and dots. */
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
