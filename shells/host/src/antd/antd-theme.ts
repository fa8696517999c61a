/** Tells antd the colours and measures of the dashboards, so that its components and our style sheets look alike. */
import { createBrandColours } from '@feira/shell-desk/brand-colours.ts';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import type { ThemeConfig } from 'antd/es/config-provider';
import antdTheme from 'antd/es/theme';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** The side of a box to tick: a finger finds it. */
const CONTROL_PX = 20;

export function createAntdTheme(theme: Theme, brandColour: string | null): ThemeConfig {
  const colours = { ...COLOURS[theme], ...createBrandColours(theme, brandColour) };
  // antd knows the colour of the dot, but its types do not.
  const radio = { radioSize: CONTROL_PX, dotSize: 8, radioColor: colours.onPrimary };
  return {
    // The page holds one copy of antd, so no class needs a hash to tell it from another one's.
    hashed: false,
    algorithm: theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: colours.primary,
      colorPrimaryHover: colours.primaryHover,
      colorPrimaryActive: colours.primaryHover,
      colorPrimaryBg: colours.primarySoft,
      colorLink: colours.primary,
      colorLinkHover: colours.primaryHover,
      // Links in a text are known by more than their colour.
      linkDecoration: 'underline',
      linkHoverDecoration: 'underline',
      linkFocusDecoration: 'underline',
      colorInfo: colours.blue,
      colorInfoBg: colours.blueSoft,
      colorSuccess: colours.green,
      colorSuccessBg: colours.greenSoft,
      colorWarning: colours.amber,
      colorWarningBg: colours.amberSoft,
      colorError: colours.red,
      colorErrorBg: colours.redSoft,
      // The tag of a dispute is the only one in a preset colour. The shades that antd derives for the dark theme cannot be read.
      // Both spellings name one variable of its style sheet.
      purple1: colours.purpleSoft,
      'purple-1': colours.purpleSoft,
      purple7: colours.purple,
      'purple-7': colours.purple,
      colorText: colours.text,
      colorTextSecondary: colours.textMuted,
      colorTextDescription: colours.textMuted,
      colorTextPlaceholder: colours.textMuted,
      colorTextDisabled: colours.textMuted,
      colorTextLightSolid: colours.onPrimary,
      colorBgLayout: colours.canvas,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.surface,
      colorBorder: colours.lineStrong,
      colorBorderSecondary: colours.line,
      colorSplit: colours.line,
      fontFamily: FONT,
      fontSize: 14,
      borderRadius: 8,
      controlHeight: 40,
      // Nothing moves: neither those who asked for less motion nor tests wait for a transition.
      motion: false,
    },
    components: {
      // Marks stand on the primary colour, which is bright in the dark. A switch that is off is seen as well as a border is.
      Checkbox: { controlInteractiveSize: CONTROL_PX, colorWhite: colours.onPrimary },
      // A field in the focus has a ring as thin as its border.
      Input: {
        paddingInline: 12,
        activeShadow: `0 0 0 1px ${colours.primary}`,
        errorActiveShadow: `0 0 0 1px ${colours.red}`,
        hoverBorderColor: colours.lineStrong,
      },
      Radio: radio,
      Select: {
        activeOutlineColor: colours.primary,
        controlItemBgActiveHover: colours.primarySoft,
        controlOutlineWidth: 1,
        hoverBorderColor: colours.lineStrong,
        optionActiveBg: colours.sunken,
        optionSelectedBg: colours.primarySoft,
        multipleItemBg: colours.greySoft,
      },
      Switch: {
        trackHeight: 24,
        trackMinWidth: 40,
        handleSize: 20,
        handleBg: colours.surface,
        colorTextQuaternary: colours.lineStrong,
        colorTextTertiary: colours.textMuted,
      },
      Tag: { defaultBg: colours.greySoft, defaultColor: colours.grey, borderRadiusSM: 999 },
    },
  };
}
