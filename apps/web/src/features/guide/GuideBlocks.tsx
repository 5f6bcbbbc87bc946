import { Link } from 'react-router'
import type { Block, Guide, GuidePlace, Inline, Picture } from '#web/features/guide/guide-content.ts'
import classes from '#web/features/guide/GuideBlocks.module.css'
import { isSignedInArea, paths } from '#web/lib/urls/paths.ts'
import { useThemeChoice } from '#web/lib/theme-choice.ts'

interface GuideBlocksProps {
  guide: Pick<Guide, 'pictures'>
  blocks: readonly Block[]
  /** Opens another section; without it, the page with the whole guide does. */
  onOpen?: ((place: GuidePlace) => void) | undefined
}

/** The text of a section, with its pictures in the theme of the portal. */
export function GuideBlocks({ guide, blocks, onOpen }: GuideBlocksProps) {
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} guide={guide} onOpen={onOpen} />
      ))}
    </div>
  )
}

function BlockView({ block, guide, onOpen }: { block: Block } & Omit<GuideBlocksProps, 'blocks'>) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Line content={block.content} onOpen={onOpen} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} onOpen={onOpen} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <GuideBlocks guide={guide} blocks={item} onOpen={onOpen} />
        </li>
      ))
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <GuideTable {...block} onOpen={onOpen} />
    case 'lines':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'picture': {
      const picture = guide.pictures[block.name]
      return picture && <GuidePicture picture={picture} alt={block.alt} />
    }
  }
}

interface GuideTableProps extends Pick<GuideBlocksProps, 'onOpen'> {
  head: readonly (readonly Inline[])[]
  rows: readonly (readonly (readonly Inline[])[])[]
}

function GuideTable({ head, rows, onOpen }: GuideTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((content, at) => (
            <th key={at} scope="col">
              <Line content={content} onOpen={onOpen} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((content, at) => (
              <td key={at}>
                <Line content={content} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opens in its full size. */
function GuidePicture({ picture, alt }: { picture: Picture; alt: string }) {
  const { isDark } = useThemeChoice()
  const { width, height } = picture
  const src = isDark ? picture.dark : picture.light
  return (
    <a className={classes.picture} href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={alt} width={width} height={height} loading="lazy" />
    </a>
  )
}

interface LineProps extends Pick<GuideBlocksProps, 'onOpen'> {
  content: readonly Inline[]
}

function Line({ content, onOpen }: LineProps) {
  return content.map((part, at) => {
    if (typeof part === 'string') return part
    switch (part.kind) {
      case 'strong':
        return (
          <strong key={at}>
            <Line content={part.content} onOpen={onOpen} />
          </strong>
        )
      case 'em':
        return (
          <em key={at}>
            <Line content={part.content} onOpen={onOpen} />
          </em>
        )
      case 'code':
        return <Code key={at} text={part.text} />
      case 'link':
        return (
          <Link
            key={at}
            to={paths.guidePlace(part.to)}
            onClick={(event) => {
              if (onOpen === undefined) return
              event.preventDefault()
              onOpen(part.to)
            }}
          >
            <Line content={part.content} onOpen={onOpen} />
          </Link>
        )
    }
  })
}

/** Addresses of the portal's pages lead there. */
function Code({ text }: { text: string }) {
  return isSignedInArea(text) ? <Link to={text}>{text}</Link> : <code>{text}</code>
}
