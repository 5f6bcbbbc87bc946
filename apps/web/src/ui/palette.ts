import { createContext, use } from 'react'

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
  /** For series without a meaning of their own, in this order. */
  series: readonly string[]
  fontFamily: string
}

export const PaletteContext = createContext<Palette | undefined>(undefined)

export function usePalette(): Palette {
  const palette = use(PaletteContext)
  if (palette === undefined) throw new Error('Colours come from the theme; render this inside it')
  return palette
}
