/** Writes the address that opens a checkout with something chosen already, in the query parameters that the checkout reads. */
export interface DirectLink {
  /** The address of the checkout. */
  url: string;
  coupon: string;
  method: string;
  name: string;
  email: string;
  phone: string;
  source: string;
  campaign: string;
}

const PARAMETERS = {
  method: 'method',
  coupon: 'coupon',
  name: 'nome',
  email: 'email',
  phone: 'telefone',
  source: 'utm_source',
  campaign: 'utm_campaign',
} as const;

/** Leaves out what is empty. */
export function writeDirectLink({ url, ...values }: DirectLink): string {
  const link = new URL(url);
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const value = values[name as keyof typeof values].trim();
    if (value) link.searchParams.set(parameter, value);
  }
  return link.href;
}

/** True if the link names a person: who else opens it would see that person's data. */
export const isPersonal = ({ name, email, phone }: DirectLink): boolean =>
  [name, email, phone].some((value) => value.trim() !== '');
