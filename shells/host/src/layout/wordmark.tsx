import { useBrand } from '../brand.ts';

/** Shows the platform's own logo, or its name under the awning of a market stall. */
export function Wordmark() {
  const brand = useBrand();
  const logo = brand?.customization.visuals?.logoUrl;
  if (logo)
    return (
      <span className="wordmark">
        <img className="wordmark-logo" src={logo} alt={brand.name} />
      </span>
    );
  return (
    <span className="wordmark">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <path
          className="wordmark-awning"
          d="M4 4h20l3 9a3.5 3.5 0 0 1-6.7 1A3.5 3.5 0 0 1 14 14a3.5 3.5 0 0 1-6.3 0A3.5 3.5 0 0 1 1 13z"
        />
        <path className="wordmark-stall" d="M4.5 18.5v5.5h19v-5.5" />
      </svg>
      <span className="wordmark-name">{brand?.name ?? 'Feira'}</span>
    </span>
  );
}
