/** The form of routes: typed values stay text until they are saved. The functions are pure, so that they have tests. */
import type { Locale, PaymentMethod } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { CARD_BRANDS, listRoutes, RouteConditions, setRoutes } from '@feira/schemas/procedures/routing';
import { readAmount, readCount, writeAmount } from '@feira/shell-kit/amount-text';
import { type Groups, numberGroups, type Placed, toGroups } from './route-groups.ts';

export type RouteList = Output<typeof listRoutes>;
export type MethodList = RouteList['methods'][number];
export type Route = MethodList['routes'][number];
export type RoutableConnection = RouteList['connections'][number];
export type RouteInput = Input<typeof setRoutes>['routes'][number];
export type CardBrand = (typeof CARD_BRANDS)[number];

export interface ConditionsDraft {
  minAmount: string;
  maxAmount: string;
  minInstallments: string;
  maxInstallments: string;
  cardBrands: readonly CardBrand[];
  /** One value per line. */
  offerIds: string;
}

export interface DraftRoute extends Placed {
  connectionId: string;
  weight: string;
  isEnabled: boolean;
  isCheapestFirst: boolean;
  conditions: ConditionsDraft;
  /** The server's last state of the route; null before the first save. */
  state: Route['state'] | null;
}
export type DraftGroups = Groups<DraftRoute>;

export const MAX_WEIGHT = 1000;
export const MAX_INSTALLMENTS = 12;
const MAX_OFFERS = 100;
const OFFER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NO_CONDITIONS: ConditionsDraft = {
  minAmount: '',
  maxAmount: '',
  minInstallments: '',
  maxInstallments: '',
  cardBrands: [],
  offerIds: '',
};

const writeOptional = <V>(value: V | undefined, write: (value: V) => string) =>
  value === undefined ? '' : write(value);

export const toDraft = (routes: readonly Route[], locale: Locale): DraftGroups =>
  toGroups(
    routes.map(
      ({ id, connectionId, priority, weight, isEnabled, isCheapestFirst = false, isManaged, state, conditions }) => ({
        key: id,
        connectionId,
        priority,
        isEnabled,
        isCheapestFirst,
        isManaged,
        state,
        weight: String(weight),
        conditions: {
          minAmount: writeOptional(conditions.minAmount, (cents) => writeAmount(cents, locale)),
          maxAmount: writeOptional(conditions.maxAmount, (cents) => writeAmount(cents, locale)),
          minInstallments: writeOptional(conditions.minInstallments, String),
          maxInstallments: writeOptional(conditions.maxInstallments, String),
          cardBrands: conditions.cardBrands ?? [],
          offerIds: (conditions.offerIds ?? []).join('\n'),
        },
      }),
    ),
  );

export const createRoute = (key: string, connectionId: string): DraftRoute => ({
  key,
  connectionId,
  priority: 0,
  weight: '100',
  isEnabled: true,
  isCheapestFirst: false,
  isManaged: false,
  state: null,
  conditions: NO_CONDITIONS,
});

/** Returns whether costs order these routes of one number, in place of their weights. */
export const isCheapestFirst = (group: readonly DraftRoute[]): boolean =>
  group.length > 1 && group.every((route) => route.isCheapestFirst);

export const listOfferIds = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

const readOptional = (text: string, read: (text: string) => number | null) =>
  text.trim() === '' ? undefined : read(text);
const readInstallments = (text: string) => readOptional(text, (typed) => readCount(typed, 1, MAX_INSTALLMENTS));

export type RouteProblems = Partial<Record<keyof ConditionsDraft | 'weight', ProblemKey>>;
export type ProblemKey = 'amount' | 'amountOrder' | 'installments' | 'installmentsOrder' | 'offers' | 'weight';

const isBackwards = (first: number | null | undefined, last: number | null | undefined) =>
  typeof first === 'number' && typeof last === 'number' && first > last;

/** Returns the problems of a route by field, as keys of texts. */
export function findRouteProblems({ weight, conditions }: DraftRoute, method: PaymentMethod): RouteProblems {
  const amounts = [conditions.minAmount, conditions.maxAmount].map((text) => readOptional(text, readAmount));
  const offers = listOfferIds(conditions.offerIds);
  const counts =
    method === 'CREDIT_CARD' ? [conditions.minInstallments, conditions.maxInstallments].map(readInstallments) : [];
  return {
    ...(readCount(weight, 1, MAX_WEIGHT) === null && { weight: 'weight' as const }),
    ...(isBackwards(amounts[0], amounts[1]) && { maxAmount: 'amountOrder' as const }),
    ...(amounts[0] === null && { minAmount: 'amount' as const }),
    ...(amounts[1] === null && { maxAmount: 'amount' as const }),
    ...(isBackwards(counts[0], counts[1]) && { maxInstallments: 'installmentsOrder' as const }),
    ...(counts[0] === null && { minInstallments: 'installments' as const }),
    ...(counts[1] === null && { maxInstallments: 'installments' as const }),
    ...((offers.length > MAX_OFFERS || offers.some((id) => !OFFER_ID.test(id))) && { offerIds: 'offers' as const }),
  };
}

/** Returns the conditions for the server; a text that is no amount or count yet is left out. */
export function readConditions(conditions: ConditionsDraft, method: PaymentMethod): RouteConditions {
  const isCard = method === 'CREDIT_CARD';
  const minAmount = readOptional(conditions.minAmount, readAmount) ?? undefined;
  const maxAmount = readOptional(conditions.maxAmount, readAmount) ?? undefined;
  const minInstallments = isCard ? (readInstallments(conditions.minInstallments) ?? undefined) : undefined;
  const maxInstallments = isCard ? (readInstallments(conditions.maxInstallments) ?? undefined) : undefined;
  const offerIds = listOfferIds(conditions.offerIds);
  return {
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(minInstallments !== undefined && { minInstallments }),
    ...(maxInstallments !== undefined && { maxInstallments }),
    ...(isCard && conditions.cardBrands.length > 0 && { cardBrands: [...conditions.cardBrands] }),
    ...(offerIds.length > 0 && { offerIds }),
  };
}

/** Keeps the order of the list, so that a refusal of the third route concerns the third on the screen. */
export function toInput(groups: DraftGroups, method: PaymentMethod): RouteInput[] {
  const priorities = numberGroups(groups) ?? groups.map((_, index) => index + 1);
  return groups.flatMap((group, index) =>
    group.map(({ connectionId, weight, conditions, isEnabled, isCheapestFirst }) => ({
      connectionId,
      priority: priorities[index]!,
      weight: readCount(weight, 1, MAX_WEIGHT) ?? 1,
      isEnabled,
      ...(isCheapestFirst && { isCheapestFirst }),
      conditions: readConditions(conditions, method),
    })),
  );
}

/** Returns whether two drafts mean the same, whatever their numbers and their order within a group. */
export function isSameDraft(first: DraftGroups, second: DraftGroups): boolean {
  const flatten = (groups: DraftGroups) =>
    groups.map((group) =>
      group
        .map(({ key, weight, conditions, isEnabled, isCheapestFirst }) =>
          JSON.stringify([key, weight, conditions, isEnabled, isCheapestFirst]),
        )
        .sort(),
    );
  return JSON.stringify(flatten(first)) === JSON.stringify(flatten(second));
}

/** The states in which no payment reaches the connection, whatever the form says. */
const OUT_OF_REACH: readonly (Route['state'] | null)[] = ['CONNECTION_OFF', 'STOPPED', 'METHOD_OFF', 'UNAVAILABLE'];

/**
 * Returns the routes in the order of payments: disabled ones and those that cannot serve are left out, and the others share the
 * whole.
 */
export function listServing(groups: DraftGroups) {
  return groups
    .map((group) => group.filter(({ isEnabled, state }) => isEnabled && !OUT_OF_REACH.includes(state)))
    .filter((group) => group.length > 0)
    .map((group) => {
      const total = group.reduce((sum, { weight }) => sum + (readCount(weight, 1, MAX_WEIGHT) ?? 0), 0);
      return group.map((route) => ({ route, weight: readCount(route.weight, 1, MAX_WEIGHT) ?? 0, total }));
    });
}
