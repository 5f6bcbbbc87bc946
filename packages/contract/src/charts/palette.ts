import { type Colors, colorsOf, fontFamily } from '../colors.ts'

/** Colours with the same meaning in every chart. All others come from Ant Design's tokens. */
export interface Palette {
  page: string
  panel: string
  line: string
  text: string
  quietText: string
  answered: string
  answeredSoft: string
  voicemail: string
  missed: string
  previous: string
  better: string
  worse: string
  /** Background of an empty cell of a heat map; a full one is `answered`. */
  heatLow: string
  qrInk: string
  qrGround: string
  others: string
  /** For series without a meaning of their own, in this order. */
  series: readonly string[]
  fontFamily: string
}

/** As many series as have a colour each, beside all others together. */
export const maxColors = Math.min(colorsOf(false).series.length, colorsOf(true).series.length)

export function paletteOf(colors: Colors): Palette {
  return {
    page: colors.page,
    panel: colors.panel,
    line: colors.line,
    text: colors.text,
    quietText: colors.quiet,
    answered: colors.primary,
    answeredSoft: colors.soft,
    voicemail: colors.voicemail,
    missed: colors.missed,
    previous: colors.previous,
    better: colors.better,
    worse: colors.worse,
    heatLow: colors.heatLow,
    qrInk: colors.qrInk,
    qrGround: colors.qrGround,
    others: colors.others,
    series: colors.series,
    fontFamily,
  }
}
