export const AFFILIATE_TABS = ['ACTIVE', 'REQUESTED', 'REFUSED', 'products'] as const;
export type AffiliateTab = (typeof AFFILIATE_TABS)[number];

/** Returns the tab of the address; the active affiliates unless it names another tab. */
export const readTab = (address: URLSearchParams): AffiliateTab =>
  AFFILIATE_TABS.find((tab) => tab.toLowerCase() === address.get('tab')) ?? AFFILIATE_TABS[0];

export const writeTab = (tab: AffiliateTab): string | null => (tab === AFFILIATE_TABS[0] ? null : tab.toLowerCase());
