/** A section of a guide, by the anchor of its heading. */
export type GuidePlace = `${GuideName}#${string}`
export type GuideName = 'user' | 'administrator' | 'sources'

export interface Section {
  /** Anchor of its heading. */
  readonly id: string
  readonly title: string
  readonly blocks: Block[]
}

export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'picture'; readonly name: string; readonly alt: string }
  /** Lines to be typed somewhere, such as those of a configuration. */
  | { readonly kind: 'lines'; readonly text: string }

export type Inline =
  | string
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: GuidePlace; readonly content: readonly Inline[] }

/** A picture in both themes: addresses, and the size in pixels at which it is sharp. */
export interface Picture {
  readonly light: string
  readonly dark: string
  readonly width: number
  readonly height: number
}

export interface Guide {
  readonly name: GuideName
  /** The first has its title and first words. */
  readonly sections: readonly Section[]
  /** By the names that blocks use. */
  readonly pictures: Readonly<Record<string, Picture>>
}

export function placeIn({ name }: Guide, { id }: Section): GuidePlace {
  return `${name}#${id}`
}

/** All words of a section, without its title. */
export function textOf(section: Section): string {
  return section.blocks.map(blockText).join(' ')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlineText(block.content)
    case 'list':
      return block.items.map((item) => item.map(blockText).join(' ')).join(' ')
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(inlineText).join(' ')).join(' ')
    case 'picture':
      return block.alt
    case 'lines':
      return block.text
  }
}

function inlineText(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      return part.kind === 'code' ? part.text : inlineText(part.content)
    })
    .join('')
    .replaceAll('\n', ' ')
}
