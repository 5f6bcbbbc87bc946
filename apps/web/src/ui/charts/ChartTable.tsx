import { Button } from 'antd'
import type { ChartPlace, Drawing } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/ChartTable.module.css'
import { Spoken } from '#web/ui/Spoken.tsx'

interface ChartTableProps {
  drawing: Drawing
  summary: string
  maxHeight: number
  onSelect?: ((place: ChartPlace) => void) | undefined
}

/** The figures of a chart as a table. */
export function ChartTable({ drawing, summary, maxHeight, onSelect }: ChartTableProps) {
  const { head, body } = drawing.table()
  return (
    <div
      className={classes.frame}
      style={{ maxHeight }}
      role="region"
      aria-label={summary}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <caption>
          <Spoken>{summary}</Spoken>
        </caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(({ title, cells, place }) => (
            <tr key={title}>
              <th scope="row">
                {onSelect === undefined || place === undefined ? (
                  title
                ) : (
                  <Button type="link" size="small" className={classes.open} onClick={() => onSelect(place)}>
                    {title}
                  </Button>
                )}
              </th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
