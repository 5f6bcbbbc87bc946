import { theme, type ThemeConfig } from 'antd'
import { type Palette, paletteOf } from '@callboard/contract/charts/palette'
import { colorsOf, type Colors, fontFamily } from '@callboard/contract/colors'

export interface AppTheme {
  antd: ThemeConfig
  palette: Palette
}

export function buildTheme(isDark: boolean): AppTheme {
  const colors = colorsOf(isDark)
  return { antd: antdTheme(colors, isDark), palette: paletteOf(colors) }
}

function antdTheme(colors: Colors, isDark: boolean): ThemeConfig {
  const base = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    cssVar: { key: 'callboard', prefix: 'cb-ant' },
    hashed: false,
    token: {
      colorPrimary: colors.primary,
      colorInfo: colors.primary,
      colorLink: colors.primary,
      colorSuccess: colors.better,
      colorWarning: colors.missed,
      colorError: colors.worse,
      fontFamily,
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 8,
      colorTextHeading: colors.text,
      colorTextPlaceholder: colors.quiet,
      colorTextDescription: colors.quiet,
      colorTextLabel: colors.quiet,
      colorIcon: colors.quiet,
      colorSplit: colors.line,
      controlItemBgActive: colors.soft,
      controlItemBgActiveHover: colors.softHover,
      controlItemBgHover: colors.fill,
      controlOutline: colors.soft,
    },
    // Ant Design derives shades of its own from the seeds; these are exactly those of the design.
    algorithm: (seed, derived) => ({
      ...(derived ?? base(seed)),
      colorPrimary: colors.primary,
      colorPrimaryHover: colors.primaryHover,
      colorPrimaryActive: colors.primaryActive,
      colorPrimaryBg: colors.soft,
      colorPrimaryBgHover: colors.softHover,
      colorPrimaryText: colors.primary,
      colorPrimaryTextHover: colors.primaryHover,
      colorPrimaryTextActive: colors.primaryActive,
      colorPrimaryBorder: colors.primary,
      colorLink: colors.primary,
      colorLinkHover: colors.primaryHover,
      colorLinkActive: colors.primaryActive,
      colorSuccess: colors.better,
      colorWarning: colors.missed,
      colorError: colors.worse,
      colorErrorText: colors.worse,
      colorErrorBg: colors.worseSoft,
      colorErrorBorder: colors.worseEdge,
      colorSuccessBg: colors.betterSoft,
      colorWarningBg: colors.warnSoft,
      colorInfoBg: colors.soft,
      colorBgLayout: colors.page,
      colorBgContainer: colors.panel,
      colorBgElevated: colors.elevated,
      colorBgMask: colors.scrim,
      colorBorder: colors.control,
      colorBorderSecondary: colors.line,
      colorText: colors.text,
      colorTextSecondary: colors.quiet,
      colorTextTertiary: colors.quiet,
      colorTextQuaternary: colors.quiet,
      colorFillTertiary: colors.fill,
      colorFillQuaternary: colors.fill,
      // The words of orange tags.
      orange7: colors.warnText,
    }),
    components: componentTokens(colors),
  }
}

function componentTokens(colors: Colors): NonNullable<ThemeConfig['components']> {
  return {
    Button: {
      primaryColor: colors.onPrimary,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Menu: {
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      itemColor: colors.text,
      itemHoverColor: colors.text,
      itemHoverBg: colors.fill,
      itemSelectedColor: colors.primary,
      itemSelectedBg: colors.soft,
      subMenuItemSelectedColor: colors.text,
      groupTitleColor: colors.quiet,
      groupTitleFontSize: 12,
      itemHeight: 36,
      itemBorderRadius: 6,
      itemMarginInline: 12,
      iconSize: 15,
      collapsedIconSize: 16,
      collapsedWidth: 63,
      activeBarBorderWidth: 0,
    },
    Table: {
      fontSize: 13.5,
      fontWeightStrong: 400,
      headerBg: 'transparent',
      headerColor: colors.quiet,
      headerSplitColor: 'transparent',
      headerSortActiveBg: colors.fill,
      headerSortHoverBg: colors.fill,
      bodySortBg: 'transparent',
      rowHoverBg: colors.fill,
      rowSelectedBg: colors.soft,
      rowSelectedHoverBg: colors.softHover,
      borderColor: colors.line,
      cellPaddingBlock: 9,
      cellPaddingInline: 12,
      cellPaddingBlockSM: 7,
      cellPaddingInlineSM: 10,
    },
    Tooltip: { colorBgSpotlight: colors.text, colorTextLightSolid: colors.panel },
    Select: { optionSelectedBg: colors.soft },
    Drawer: { footerPaddingBlock: 12 },
  }
}
