/** How a platform shows itself, as it stands in the form. Pure, so that it has tests. */
import type { Customization } from '@feira/schemas/platform';
import type { Input } from '@feira/schemas/procedure';
import type { updateCustomization } from '@feira/schemas/procedures/settings';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { isEmail } from '@feira/schemas/rules/email';
import { maskCpfOrCnpj, maskPhone } from '@feira/schemas/rules/mask';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';

export type CustomizationInput = Input<typeof updateCustomization>;

export interface BannerDraft {
  /** Stays with the banner while others move around it. */
  key: string;
  imageUrl: string;
  description: string;
  href: string;
}

export interface CustomizationDraft {
  name: string;
  account: { legalName: string; document: string; supportEmail: string; supportPhone: string };
  visuals: { logoUrl: string; faviconUrl: string; colorPrimary: string };
  redirection: { homeUrl: string; termsUrl: string; privacyUrl: string };
  banners: BannerDraft[];
}

export interface Shown {
  name: string;
  customization: Customization;
}

export const MAX_BANNERS = 10;
export const TABS = ['account', 'visuals', 'redirection', 'banners'] as const;
export type Tab = (typeof TABS)[number];

type ProblemKey =
  | 'customization.problems.name'
  | 'customization.problems.document'
  | 'customization.problems.email'
  | 'customization.problems.phone'
  | 'customization.problems.link'
  | 'customization.problems.image'
  | 'customization.problems.colour'
  | 'customization.problems.description';
/** By name of the field as the server knows it. */
export type CustomizationProblems = Partial<Record<string, ProblemKey>>;

const COLOUR = /^#[0-9a-fA-F]{6}$/;
const LINK = /^(https:\/\/[^\s"<>]+|\/[^\s"<>/\\][^\s"<>]*)$/;
const MAX_LINK_LENGTH = 500;

export const isLink = (text: string): boolean => text.length <= MAX_LINK_LENGTH && LINK.test(text);
export const isColour = (text: string): boolean => COLOUR.test(text);

let bannerCount = 0;
export function createBanner(banner: Partial<Omit<BannerDraft, 'key'>> = {}): BannerDraft {
  bannerCount += 1;
  return { imageUrl: '', description: '', href: '', ...banner, key: `banner-${bannerCount}` };
}

export function toDraft({ name, customization }: Shown): CustomizationDraft {
  const { account, visuals, redirection, banners } = customization;
  return {
    name,
    account: {
      legalName: account?.legalName ?? '',
      document: maskCpfOrCnpj(account?.document ?? ''),
      supportEmail: account?.supportEmail ?? '',
      supportPhone: maskPhone(account?.supportPhone ?? ''),
    },
    visuals: {
      logoUrl: visuals?.logoUrl ?? '',
      faviconUrl: visuals?.faviconUrl ?? '',
      colorPrimary: visuals?.colorPrimary ?? '',
    },
    redirection: {
      homeUrl: redirection?.homeUrl ?? '',
      termsUrl: redirection?.termsUrl ?? '',
      privacyUrl: redirection?.privacyUrl ?? '',
    },
    banners: (banners ?? []).map((banner) => createBanner({ ...banner, href: banner.href ?? '' })),
  };
}

const trim = <T extends Record<string, string>>(part: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(part)
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text),
  ) as Partial<T>;

/** What the form says; what is empty is left out. */
export function readDraft(draft: CustomizationDraft): Required<CustomizationInput> {
  const { document, supportPhone, ...account } = draft.account;
  return {
    name: draft.name.trim(),
    account: trim({
      ...account,
      document: normalizeDocument(document),
      supportPhone: normalizePhone(supportPhone),
    }),
    visuals: trim(draft.visuals),
    redirection: trim(draft.redirection),
    banners: draft.banners.map(({ imageUrl, description, href }) => ({
      imageUrl: imageUrl.trim(),
      description: description.trim(),
      ...(href.trim() && { href: href.trim() }),
    })),
  };
}

export function findProblems(input: Required<CustomizationInput>): CustomizationProblems {
  const problems: CustomizationProblems = {};
  const check = (field: string, isRight: boolean, problem: ProblemKey) => {
    if (!isRight) problems[field] = problem;
  };
  const { document, supportEmail, supportPhone } = input.account;
  check('name', input.name.length >= 2, 'customization.problems.name');
  check('account.document', !document || isDocument(document), 'customization.problems.document');
  check('account.supportEmail', !supportEmail || isEmail(supportEmail), 'customization.problems.email');
  check('account.supportPhone', !supportPhone || isPhone(supportPhone), 'customization.problems.phone');
  const { colorPrimary, ...images } = input.visuals;
  check('visuals.colorPrimary', !colorPrimary || isColour(colorPrimary), 'customization.problems.colour');
  for (const [name, url] of Object.entries(images))
    check(`visuals.${name}`, isLink(url), 'customization.problems.link');
  for (const [name, url] of Object.entries(input.redirection))
    check(`redirection.${name}`, isLink(url), 'customization.problems.link');
  for (const [index, { imageUrl, description, href }] of input.banners.entries()) {
    check(`banners.${index}.imageUrl`, isLink(imageUrl), 'customization.problems.image');
    check(`banners.${index}.description`, description !== '', 'customization.problems.description');
    check(`banners.${index}.href`, !href || isLink(href), 'customization.problems.link');
  }
  return problems;
}

/** Only the parts that are different: each is replaced as a whole, and those left out stay. */
export function findChanges(input: Required<CustomizationInput>, shown: Shown): CustomizationInput {
  const before = readDraft(toDraft(shown));
  const changed = Object.entries(input).filter(
    ([part, value]) => JSON.stringify(value) !== JSON.stringify(before[part as keyof typeof before]),
  );
  return Object.fromEntries(changed) as CustomizationInput;
}

/** Which tab a field stands on. */
export const findTab = (field: string): Tab =>
  TABS.find((tab) => field === tab || field.startsWith(`${tab}.`)) ?? 'account';

/** One place up (-1) or down (1); at the ends nothing moves. */
export function moveBanner(banners: readonly BannerDraft[], index: number, step: -1 | 1): BannerDraft[] {
  const moved = [...banners];
  const [banner] = moved.splice(index, 1);
  if (banner) moved.splice(Math.min(Math.max(index + step, 0), moved.length), 0, banner);
  return moved;
}
