import type { ReactNode } from 'react';

interface SubmitButtonProps {
  isBusy: boolean;
  isDanger?: boolean;
  children: ReactNode;
}

/** Stays where it is while it works: a button that vanishes takes the focus along. */
export function SubmitButton({ isBusy, isDanger = false, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`button ${isDanger ? 'button-danger' : 'button-primary'} button-large`}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
}
