/** Declares the fields of a platform's customization. The functions are pure, so that they have tests. */
import type { Customization } from '@feira/schemas/platform';
import type { updateCustomization } from '@feira/schemas/procedures/settings';
import { isColour } from '@feira/schemas/rules/colours';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { isEmail } from '@feira/schemas/rules/email';
import { maskCpfOrCnpj, maskPhone } from '@feira/schemas/rules/mask';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import { type Field, type FieldsOf, group, list, optional, type ShownOf, text } from '@feira/shell-kit/fields';

export interface Shown {
  name: string;
  customization: Customization;
}

export const MAX_BANNERS = 10;
export const TABS = ['account', 'visuals', 'redirection', 'banners'] as const;
export type Tab = (typeof TABS)[number];

const LINK = /^(https:\/\/[^\s"<>]+|\/[^\s"<>/\\][^\s"<>]*)$/;
const MAX_LINK_LENGTH = 500;

export const isLink = (typed: string): boolean => typed.length <= MAX_LINK_LENGTH && LINK.test(typed);

const ADDRESS = { type: 'url', inputMode: 'url', maxLength: MAX_LINK_LENGTH, spellCheck: false } as const;
const link = () => optional(text({ problem: 'customization.problems.link', test: isLink, control: ADDRESS }));

const BANNER = group({
  imageUrl: text({ problem: 'customization.problems.image', test: isLink }),
  description: text({ problem: 'customization.problems.description' }),
  href: link(),
});
export interface BannerDraft extends ShownOf<typeof BANNER> {
  /** The key stays with the banner while others move around it. */
  key: string;
}

let bannerCount = 0;
export function createBanner(banner: Partial<Omit<BannerDraft, 'key'>> = {}): BannerDraft {
  bannerCount += 1;
  return { imageUrl: '', description: '', href: '', ...banner, key: `banner-${bannerCount}` };
}
const KEYED_BANNER: Field<BannerDraft, ReturnType<typeof BANNER.read>['value'], BannerProblem> = {
  show: (stored, locale) => createBanner(BANNER.show(stored, locale)),
  read: (shown, stored) => BANNER.read(shown, stored),
};
type BannerProblem = `customization.problems.${'image' | 'description' | 'link'}`;

export const CUSTOMIZATION = group({
  name: text({ problem: 'customization.problems.name', minLength: 2, control: { maxLength: 120 } }),
  account: group({
    legalName: optional(text({ control: { maxLength: 120 } })),
    document: optional(
      text({
        problem: 'customization.problems.document',
        clean: normalizeDocument,
        test: isDocument,
        mask: maskCpfOrCnpj,
        control: { spellCheck: false },
      }),
    ),
    supportEmail: optional(
      text({
        problem: 'customization.problems.email',
        test: isEmail,
        control: { type: 'email', inputMode: 'email', maxLength: 254 },
      }),
    ),
    supportPhone: optional(
      text({
        problem: 'customization.problems.phone',
        clean: normalizePhone,
        test: isPhone,
        mask: maskPhone,
        control: { type: 'tel', inputMode: 'tel' },
      }),
    ),
  }),
  visuals: group({
    logoUrl: link(),
    faviconUrl: link(),
    colorPrimary: optional(
      text({
        problem: 'customization.problems.colour',
        test: isColour,
      }),
    ),
  }),
  redirection: group({ homeUrl: link(), termsUrl: link(), privacyUrl: link() }),
  banners: list(KEYED_BANNER),
} satisfies FieldsOf<typeof updateCustomization, 'version'>);
export type CustomizationDraft = ShownOf<typeof CUSTOMIZATION>;

/** Returns the stored customization in the shape of the call that changes it. */
export const toStored = ({ name, customization }: Shown) => ({
  name,
  account: customization.account ?? {},
  visuals: customization.visuals ?? {},
  redirection: customization.redirection ?? {},
  banners: customization.banners ?? [],
});

/** Returns the tab that holds a field. */
export const findTab = (field: string): Tab =>
  TABS.find((tab) => field === tab || field.startsWith(`${tab}.`)) ?? 'account';

/** Moves one place up (-1) or down (1); at the ends nothing moves. */
export function moveBanner(banners: readonly BannerDraft[], index: number, step: -1 | 1): BannerDraft[] {
  const moved = [...banners];
  const [banner] = moved.splice(index, 1);
  if (banner) moved.splice(Math.min(Math.max(index + step, 0), moved.length), 0, banner);
  return moved;
}
