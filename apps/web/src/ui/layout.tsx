import { createElement, type CSSProperties, type HTMLAttributes, type Ref } from 'react'
import classes from '#web/ui/layout.module.css'

// What pages are laid out with, so that style sheets hold only what is particular to one part of the portal. Elements
// lose the margins and marks that browsers give them. Lengths and type are as in CSS, numbers are pixels.

interface LayoutProps
  extends
    Pick<CSSProperties, 'margin' | 'padding' | 'width' | 'minWidth' | 'maxWidth' | 'minHeight' | 'maxHeight'>,
    Pick<CSSProperties, 'flex' | 'fontSize' | 'fontWeight' | 'lineHeight' | 'textAlign'>,
    HTMLAttributes<HTMLElement> {
  as?: keyof HTMLElementTagNameMap
  tone?: 'quiet' | 'worse' | 'primary' | 'text'
  /** Where text breaks: inside of long words, at the line breaks it has, or nowhere; an ellipsis cuts it. */
  breaks?: 'anywhere' | 'lines' | 'nowrap' | 'ellipsis'
  ref?: Ref<HTMLElement>
}

interface GridProps extends LayoutProps {
  gap?: CSSProperties['gap']
  align?: CSSProperties['alignItems']
  columns?: CSSProperties['gridTemplateColumns']
}

/** Named as those of Ant Design's `Flex`. */
interface FlexProps extends Omit<GridProps, 'columns'> {
  justify?: CSSProperties['justifyContent']
  wrap?: boolean
}

/** Children below each other. */
export function Stack(props: FlexProps) {
  return layOut('stack', withFlex(props))
}

/** Children beside each other; with `wrap`, in as many lines as they need. */
export function Row({ inline = false, ...props }: FlexProps & { inline?: boolean }) {
  return layOut(inline ? 'inlineRow' : 'row', withFlex(props))
}

/** Children in columns; one column without any. */
export function Grid({ gap, align, columns, style, ...props }: GridProps) {
  return layOut('grid', {
    ...props,
    style: { gap, alignItems: align, gridTemplateColumns: columns, ...style },
  })
}

/** A block of a certain size, or with room around or inside of it. */
export function Box(props: LayoutProps) {
  return layOut(undefined, props)
}

/** Words within a line, or a block of them. */
export function Text({ as = 'span', block = false, ...props }: LayoutProps & { block?: boolean }) {
  return layOut(block ? 'block' : undefined, { ...props, as })
}

/** Secondary words. */
export function QuietText(props: Omit<LayoutProps, 'tone'>) {
  return layOut(undefined, { as: 'span', ...props, tone: 'quiet' })
}

/** A secondary paragraph. */
export function Hint(props: Omit<LayoutProps, 'as' | 'tone'>) {
  return layOut(undefined, { ...props, as: 'p', tone: 'quiet' })
}

function withFlex({ gap, align, justify, wrap = false, style, ...props }: FlexProps): LayoutProps {
  const flexWrap = wrap ? 'wrap' : undefined
  return { ...props, style: { gap, alignItems: align, justifyContent: justify, flexWrap, ...style } }
}

function layOut(display: 'stack' | 'row' | 'inlineRow' | 'grid' | 'block' | undefined, props: LayoutProps) {
  const { margin, padding, width, minWidth, maxWidth, minHeight, maxHeight, ...notLengths } = props
  const { flex, fontSize, fontWeight, lineHeight, textAlign, ...others } = notLengths
  const { as = 'div', tone, breaks, className, style, ...attributes } = others
  const lengths = { margin, padding, width, minWidth, maxWidth, minHeight, maxHeight }
  const names = [
    classes['part'],
    display && classes[display],
    tone && classes[tone],
    breaks && classes[breaks],
    className,
  ]
  return createElement(as, {
    ...attributes,
    className: names.filter(Boolean).join(' '),
    style: { ...lengths, flex, fontSize, fontWeight, lineHeight, textAlign, ...style },
  })
}
