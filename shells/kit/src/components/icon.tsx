/** Icons drawn for Feira on a grid of 24, as lines in the colour of the text beside them. */
const PATHS = {
  alert: 'M12 4 2.8 20h18.4zM12 10v4M12 17v.01',
  arrowDown: 'M12 5v14m-6-6 6 6 6-6',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  arrowUp: 'M12 19V5m-6 6 6-6 6 6',
  bag: 'M5 8h14l1 13H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  bank: 'M3 9.5 12 4l9 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M3 20h18',
  barcode: 'M4 6v12M7 6v12M10.5 6v12M14 6v12M17 6v12M20 6v12',
  bell: 'M6 17V10.5a6 6 0 0 1 12 0V17l1.5 1.5h-15zM10 21.5h4',
  brush: 'M4 20c0-3 1-5 3.5-5S11 17 9.5 18.5 6 20 4 20zM9.5 14 19 4l1.5 1.5-10 10',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm7 10 5 5 5-5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  devices: 'M3 5h13v9H3zM2 18h9M17 9h5v10h-5z',
  dispute: 'M12 3v18M6 21h12M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  dot: 'M12 11v2m-1-1h2',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'm4 4 16 16M10 5.7a8.8 8.8 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.5 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  history: 'M4 4v5h5M4.6 9A8.5 8.5 0 1 1 3.5 12M12 7.5V12l3 2',
  inbox: 'M4 13.5 7 5h10l3 8.5V19H4zM4 13.5h5l1.5 2.5h3l1.5-2.5h5',
  join: 'M4 7h5l5 5-5 5H4M14 12h6m-3-3 3 3-3 3',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  mail: 'M3 5.5h18v13H3zM3.5 6.5 12 13l8.5-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c0-4 3-5.5 6.5-5.5s6.5 1.5 6.5 5.5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 15c2.2.7 3.5 2.3 3.5 5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20.5c0-4 3.5-6 8-6s8 2 8 6',
  phone: 'M7 3h10v18H7zM11 18h2',
  package: 'm12 2.8 8.5 4.4v9.6L12 21.2l-8.5-4.4V7.2zM3.5 7.2 12 11.6l8.5-4.4M12 11.6v9.6M7.7 5l8.5 4.4',
  pix: 'm12 3 9 9-9 9-9-9zM8 8l4 4 4-4M8 16l4-4 4 4',
  platforms: 'M4 4h16l1.5 5.5a3 3 0 0 1-5.5.7 3 3 0 0 1-4 1 3 3 0 0 1-4-1 3 3 0 0 1-5.5-.7zM4.5 13.5V20h15v-6.5',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  refund: 'M9 7H4V2M4.5 7A8.5 8.5 0 1 1 3.5 12',
  retry: 'M15 7h5V2M19.5 7A8.5 8.5 0 1 0 20.5 12',
  sales: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  shield: 'M12 3 4.5 6v6c0 4.5 3 7.5 7.5 9 4.5-1.5 7.5-4.5 7.5-9V6zM8.5 12l2.5 2.5 4.5-5',
  signOut: 'M14 4h6v16h-6M3 12h12m-4-4 4 4-4 4',
  stop: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12',
  suitcase: 'M3.5 8h17v12h-17zM8.5 8V4h7v4M3.5 13h17',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  table: 'M3 5h18v14H3zM3 10h18M3 14.5h18M9.5 10v9',
  truck:
    'M5 16.5H2.5v-11h12v11H9M14.5 9.5h4l3 3.5v3.5H19M14.5 16.5h.5M7 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  withdrawal: 'M12 14V3m-4 7 4 4 4-4M4 14v6h16v-6',
  wallet: 'M4 6.5h14v3h2.5V20H4zM4 6.5 15 3v3.5M20.5 12.5H16a2 2 0 0 0 0 4h4.5',
  tag: 'M3.5 3.5h8l9 9-8 8-9-9zM8 8v.01',
  trash: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5M10 10.5v6M14 10.5v6',
  upload: 'M12 15V4m-5 5 5-5 5 5M4 20h16',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon never stands alone: the word beside it, or the name of its button, carries the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
