import { pictureUrl } from './picture.ts';

/** Shows who sells: the seller's logo where there is one, else the name. */
export function Brand({ logoUrl, sellerName }: { logoUrl: string | null | undefined; sellerName: string }) {
  const logo = pictureUrl(logoUrl);
  return logo ? <img className="logo" src={logo} alt={sellerName} /> : <b>{sellerName}</b>;
}
