/** An SVG element, and how large it is in pixels of CSS. */
export interface ChartPicture {
  svg: string
  width: number
  height: number
}
