import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Block, GuidePlace, Inline, Section } from './src/features/guide/guide-content.ts'

/**
 * Makes the guides of docs/guide modules: `import { sections, pictures } from '…/user.md'`. The browser gets them as
 * data, without a parser of Markdown and without HTML of theirs; what has no place in the data ends the build.
 */
export function guides(): Plugin {
  return {
    name: 'guides',
    load: {
      filter: { id: /\/docs\/guide\/\w+\.md$/ },
      handler: (path) => ({ code: moduleOf(path), moduleType: 'js' }),
    },
  }
}

function moduleOf(path: string): string {
  const { sections, pictures } = parseGuide(readFileSync(path, 'utf8'), path)
  const files = [...pictures].map(([name, file]) => ({ name, ...pictureFiles(file) }))
  const imports = files.flatMap(({ light, dark }, index) => [
    `import light${index} from ${JSON.stringify(`${light}?url`)}`,
    `import dark${index} from ${JSON.stringify(`${dark}?url`)}`,
  ])
  const entries = files.map(
    ({ name, width, height }, index) =>
      `${JSON.stringify(name)}: { light: light${index}, dark: dark${index}, width: ${width}, height: ${height} },`,
  )
  return [
    ...imports,
    `export const sections = ${JSON.stringify(sections)}`,
    `export const pictures = {${entries.join('\n')}}`,
  ].join('\n')
}

/** Where a token is, for what is said of it; and where its pictures are kept, by the names they are used by. */
interface Source {
  path: string
  pictures: Map<string, string>
}

/** A guide by its headings of the first and second level. */
function parseGuide(text: string, path: string): { sections: Section[]; pictures: Map<string, string> } {
  const source: Source = { path, pictures: new Map() }
  const sections: Section[] = []
  for (const token of known(lexer(text))) {
    if (token.type === 'heading' && token.depth <= 2)
      sections.push({ id: anchorOf(token.text), title: token.text, blocks: [] })
    else sections.at(-1)?.blocks.push(...blockOf(token, source))
  }
  return { sections, pictures: source.pictures }
}

function blocksOf(tokens: readonly Token[], source: Source): Block[] {
  return known(tokens).flatMap((token) => blockOf(token, source))
}

function blockOf(token: MarkedToken, source: Source): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ kind: 'heading', content: inlinesOf(token.tokens, source) }]
    case 'paragraph': {
      const [only, ...others] = known(token.tokens)
      if (only?.type === 'image' && others.length === 0) return [pictureOf(only, source)]
      return [{ kind: 'paragraph', content: inlinesOf(token.tokens, source) }]
    }
    case 'text':
      return [{ kind: 'paragraph', content: inlinesOf(token.tokens ?? [token], source) }]
    case 'list': {
      const items = token.items.map((item) => blocksOf(item.tokens, source))
      return [{ kind: 'list', isOrdered: token.ordered, items }]
    }
    case 'table': {
      const cellsOf = (cells: readonly Tokens.TableCell[]) =>
        cells.map((cell) => inlinesOf(cell.tokens, source))
      return [{ kind: 'table', head: cellsOf(token.header), rows: token.rows.map(cellsOf) }]
    }
    case 'code':
      return [{ kind: 'lines', text: token.text }]
    default:
      throw new Error(`${source.path}: a guide has no ${token.type}: ${token.raw}`)
  }
}

function pictureOf({ href, text: alt }: Tokens.Image, { path, pictures }: Source): Block {
  const name = basename(href)
  pictures.set(name, resolve(path, '..', href))
  return { kind: 'picture', name, alt }
}

function inlinesOf(tokens: readonly Token[], source: Source): Inline[] {
  return known(tokens).map((token) => inlineOf(token, source))
}

function inlineOf(token: MarkedToken, source: Source): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.text
    case 'codespan':
      return { kind: 'code', text: token.text }
    case 'strong':
    case 'em':
      return { kind: token.type, content: inlinesOf(token.tokens, source) }
    case 'link':
      return { kind: 'link', to: placeOf(token.href, source), content: inlinesOf(token.tokens, source) }
    default:
      throw new Error(`${source.path}: a line of a guide has no ${token.type}: ${token.raw}`)
  }
}

/** The parser has no extensions, whose tokens would have other types. */
function known(tokens: readonly Token[]): MarkedToken[] {
  return tokens.filter((token): token is MarkedToken => token.type !== undefined)
}

function placeOf(href: string, { path }: Source): GuidePlace {
  const [, otherGuide, section] = /^(?:(user|administrator|sources)\.md)?#(.+)$/.exec(href) ?? []
  const place = `${otherGuide ?? basename(path, '.md')}#${section ?? ''}`
  if (!isPlace(place)) throw new Error(`${path}: leads out of the guides: ${href}`)
  return place
}

function isPlace(place: string): place is GuidePlace {
  return /^(user|administrator|sources)#.+/.test(place)
}

/** As GitHub names the anchors of headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** The picture in both themes, and its size as it is shown; `@2x` in its name says that it is twice as fine. */
function pictureFiles(light: string) {
  const dark = light.replace('-light', '-dark')
  if (dark === light || !existsSync(dark)) throw new Error(`${light}: has no twin for the dark theme`)
  const header = readFileSync(light)
  const scale = light.includes('@2x') ? 2 : 1
  return { light, dark, width: header.readUInt32BE(16) / scale, height: header.readUInt32BE(20) / scale }
}
