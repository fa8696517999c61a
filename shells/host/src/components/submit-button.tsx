import type { ReactNode } from 'react';

interface SubmitButtonProps {
  isBusy: boolean;
  isDanger?: boolean;
  children: ReactNode;
}

/** The button stays in place while the call runs: a button that vanishes loses the focus. */
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
