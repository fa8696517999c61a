/** The icons of the payment methods stand apart: the form loads no others. */
export const METHOD_PATHS = {
  PIX: 'M12 3 21 12l-9 9-9-9Zm0 4.5L7.5 12l4.5 4.5 4.5-4.5Z',
  CREDIT_CARD: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Zm-.5 4.5h17M6 15h4',
  BILLET: 'M4 5v14M8 5v14M11 5v14M15 5v14M17.5 5v14M20 5v14',
} as const;
const PATHS = {
  pix: METHOD_PATHS.PIX,
  billet: METHOD_PATHS.BILLET,
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3 2',
  check: 'm4 12.5 5 5L20 6.5',
  cross: 'm6 6 12 12M18 6 6 18',
  alert: 'M12 4 2.5 20h19Zm0 6v4.5m0 2.5v.2',
  back: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c1-4 4-6 8-6s7 2 8 6',
  chat: 'M4 20l1.3-4A8 8 0 1 1 8.5 19Z',
} as const;
export type IconName = keyof typeof PATHS;

/** Pictures never carry meaning alone: the words stand beside them, so they are hidden from screen readers. */
export function Drawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const Icon = ({ name }: { name: IconName }) => <Drawing path={PATHS[name]} />;
