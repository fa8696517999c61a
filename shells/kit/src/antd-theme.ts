import { type ThemeConfig, theme as themes } from 'antd';
import { createBrandColours } from './brand-colours.ts';
import { COLOURS, FONT_FAMILY, RADIUS, type Theme } from './theme.ts';

/** Gives antd Feira's colours and measures in one place, so that no page looks different. */
export function createAntdTheme(theme: Theme, brandColour: string | null): ThemeConfig {
  const colours = { ...COLOURS[theme], ...createBrandColours(theme, brandColour) };
  return {
    algorithm: theme === 'dark' ? themes.darkAlgorithm : themes.defaultAlgorithm,
    token: {
      colorPrimary: colours.primary,
      colorPrimaryHover: colours.primaryHover,
      colorPrimaryActive: colours.primaryHover,
      colorPrimaryBg: colours.primarySoft,
      colorPrimaryBgHover: colours.primarySoft,
      controlItemBgActive: colours.primarySoft,
      controlItemBgActiveHover: colours.primarySoft,
      controlItemBgHover: colours.sunken,
      colorInfo: colours.primary,
      colorLink: colours.primary,
      colorError: colours.danger,
      colorText: colours.text,
      colorTextSecondary: colours.textMuted,
      colorTextPlaceholder: colours.textMuted,
      colorTextLightSolid: colours.onPrimary,
      colorBgLayout: colours.canvas,
      colorBgContainer: colours.surface,
      colorBgElevated: theme === 'dark' ? colours.sunken : colours.surface,
      colorBorder: colours.lineStrong,
      colorBorderSecondary: colours.line,
      controlHeight: 40,
      borderRadius: RADIUS,
      fontFamily: FONT_FAMILY,
      fontSize: 14,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Table: {
        cellPaddingBlock: 12,
        cellPaddingInline: 12,
        headerBg: 'transparent',
        headerColor: colours.textMuted,
        headerSplitColor: 'transparent',
        rowHoverBg: colours.sunken,
      },
      Select: { optionSelectedBg: colours.primarySoft, optionSelectedColor: colours.text },
      Button: { primaryShadow: 'none', defaultShadow: 'none' },
    },
  };
}
