import './provider-logo.css';

/** The picture is inside the manifest: a package must not make this page send requests to other servers. */
const INLINE_PICTURE = /^data:image\/(png|jpeg|webp|svg\+xml);base64,/;
const COLOURS = ['green', 'blue', 'purple', 'amber', 'grey'] as const;

interface ProviderLogoProps {
  id: string;
  name: string;
  logo: string | undefined;
  isLarge?: boolean;
}

/** Shows the logo, or else the first letters on a colour that stays the same for this provider. The name stands beside it. */
export function ProviderLogo({ id, name, logo, isLarge = false }: ProviderLogoProps) {
  const size = isLarge ? 'provider-logo provider-logo-large' : 'provider-logo';
  if (logo && INLINE_PICTURE.test(logo)) return <img className={size} src={logo} alt="" />;
  const colour = COLOURS[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % COLOURS.length]!;
  return (
    <span
      className={size}
      style={{ background: `var(--${colour}-soft)`, color: `var(--${colour})` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}
