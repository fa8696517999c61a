/** Reads and writes the rules that distribute a sale: fees, agreements with people, contracts on products. */
import type { Currency, FromSchema } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { feeRulesSchema, releaseRulesSchema } from '@feira/schemas/procedures/fees';
import type { Statement } from '../../plugins/database.ts';

/** A fee in basis points plus cents. */
export interface Rate {
  basisPoints: number;
  fixed: number;
}

/** A fee before it is known which sale it is for: with cents for other currencies than the platform's, as far as they were set. */
export type Rule = Rate & Pick<FeeRules['PIX'] & object, 'fixedAbroad'>;

/** The fee of one sale. Where none was set in the sale's currency, the amount is omitted: it would need an exchange rate. */
export interface AppliedFee extends Rate {
  omitted?: { amount: number; currency: Currency };
}

export interface Release {
  days: number;
  reserveBasisPoints: number;
  reserveDays: number;
  /** True if the release also waits until the product's guarantee has passed. */
  awaitsGuarantee: boolean;
}

/** Everything that a sale made now is distributed by. */
export interface Rates {
  /** The platform's fee. */
  fee: AppliedFee;
  /** The provider's price. */
  cost: Rate;
  affiliate: { affiliationId: string; personId: string; basisPoints: number } | null;
  coProducers: { personId: string; basisPoints: number }[];
  manager: { personId: string; basisPoints: number } | null;
  release: Release;
  guaranteeDays: number;
}

export type FeeRules = FromSchema<typeof feeRulesSchema>;
export type ReleaseRules = FromSchema<typeof releaseRulesSchema>;

export interface Contract {
  personId: string;
  basisPoints: number;
  startsAt: string;
  endsAt: string | null;
}

export interface OfferRatesRow {
  productId: string;
  sellerId: string;
  guaranteeDays: number;
  affiliateWindowDays: number;
  /** Null where the seller has no agreement of their own. */
  fees: FeeRules | null;
  release: ReleaseRules | null;
  /** Null where the seller has no manager, or a disabled one. */
  managerId: string | null;
  managerBasisPoints: number | null;
  contracts: Contract[];
}

export interface AffiliationRow {
  id: string;
  productId: string;
  personId: string;
  basisPoints: number;
  isActive: boolean;
}

export const selectOfferRates = (platformId: string, offerId: string): Statement<OfferRatesRow> => ({
  name: 'offer-rates',
  text: `
    SELECT p.id AS product_id, p.seller_id, p.guarantee_days, p.affiliate_window_days, agreed.fees, agreed.release,
      m.id AS manager_id, theirs.manager_basis_points,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('personId', c.person_id, 'basisPoints', c.basis_points,
          'startsAt', c.starts_at, 'endsAt', c.ends_at) ORDER BY c.created_at, c.id), '[]')
        FROM co_production c JOIN person e ON e.platform_id = c.platform_id AND e.id = c.person_id AND e.erased_at IS NULL
        WHERE c.platform_id = p.platform_id AND c.product_id = p.id AND c.status = 'ACTIVE') AS contracts
    FROM offer o
    JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id
    LEFT JOIN person_terms agreed ON agreed.platform_id = s.platform_id AND agreed.person_id = s.id
    LEFT JOIN person m ON m.platform_id = s.platform_id AND m.id = s.manager_id AND m.status = 'ACTIVE'
    LEFT JOIN person_terms theirs ON theirs.platform_id = m.platform_id AND theirs.person_id = m.id
    WHERE o.platform_id = $1 AND o.id = $2`,
  values: [platformId, offerId],
});

/** Also returns ended affiliations, because their links stay in use and a cached row costs no statement. */
export const selectAffiliation = (platformId: string, id: string): Statement<AffiliationRow> => ({
  name: 'affiliation',
  text: `
    SELECT a.id, a.product_id, a.person_id, a.basis_points,
      a.status = 'ACTIVE' AND p.status = 'ACTIVE' AS is_active
    FROM affiliation a JOIN person p ON p.platform_id = a.platform_id AND p.id = a.person_id
    WHERE a.platform_id = $1 AND a.id = $2`,
  values: [platformId, id],
});

export const selectCosts = (platformId: string, connectionId: string): Statement<{ costs: FeeRules }> => ({
  name: 'connection-costs',
  text: 'SELECT costs FROM provider_connection WHERE platform_id = $1 AND id = $2',
  values: [platformId, connectionId],
});

export interface ShownCostsRow {
  costs: FeeRules;
  settings: Partial<PlatformSettings>;
}

/** Selects the costs with the platform's settings, which name the currency. */
export const selectShownCosts = (platformId: string, connectionId: string): Statement<ShownCostsRow> => ({
  text: `
    SELECT c.costs, p.settings FROM provider_connection c JOIN platform p ON p.platform_id = c.platform_id
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, connectionId],
});

export interface TermsRow {
  id: string;
  name: string;
  email: string;
  fees: FeeRules;
  release: ReleaseRules;
  managerBasisPoints: number | null;
}

/** Finds the terms of a person who sells or manages. People who only run the platform have no sales, and are not found. */
const selectTermsOf =
  (lock: string) =>
  (platformId: string, personId: string): Statement<TermsRow> => ({
    text: `
    SELECT p.id, p.name, p.email, coalesce(agreed.fees, '{}') AS fees, coalesce(agreed.release, '{}') AS release,
      agreed.manager_basis_points
    FROM person p LEFT JOIN person_terms agreed ON agreed.platform_id = p.platform_id AND agreed.person_id = p.id
    WHERE p.platform_id = $1 AND p.id = $2
      AND (NOT EXISTS (SELECT 1 FROM role_grant g WHERE g.platform_id = p.platform_id AND g.person_id = p.id)
        OR EXISTS (SELECT 1 FROM role_grant g WHERE g.platform_id = p.platform_id AND g.person_id = p.id
          AND g.role NOT IN ('admin', 'master')))
    ${lock}`,
    values: [platformId, personId],
  });

export const selectTerms = selectTermsOf('');
/** Locks the person: of two simultaneous changes, the second sees the first. */
export const lockTerms = selectTermsOf('FOR NO KEY UPDATE OF p');

export type Agreed = Pick<TermsRow, 'fees' | 'release' | 'managerBasisPoints'>;

export const upsertTerms = (platformId: string, personId: string, agreed: Agreed): Statement => ({
  text: `
    INSERT INTO person_terms (platform_id, person_id, fees, release, manager_basis_points) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (platform_id, person_id)
      DO UPDATE SET fees = $3, release = $4, manager_basis_points = $5, updated_at = now()`,
  values: [
    platformId,
    personId,
    JSON.stringify(agreed.fees),
    JSON.stringify(agreed.release),
    agreed.managerBasisPoints,
  ],
});

export interface CostsRow {
  name: string;
  costs: FeeRules;
}

export const lockCosts = (platformId: string, connectionId: string): Statement<CostsRow> => ({
  text: 'SELECT name, costs FROM provider_connection WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE',
  values: [platformId, connectionId],
});

export const updateCosts = (platformId: string, connectionId: string, costs: FeeRules): Statement => ({
  text: 'UPDATE provider_connection SET costs = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, connectionId, JSON.stringify(costs)],
});
