import { Button } from 'antd'
import {
  type ChartData,
  chartFormat,
  type ChartPlace,
  fullTitle,
  stackTotal,
} from '@callboard/contract/charts/chart-data'
import classes from '#web/ui/ChartTable.module.css'
import { formatCount } from '@callboard/contract/format'
import { Spoken } from '#web/ui/Spoken.tsx'

interface ChartTableProps {
  data: ChartData
  summary: string
  maxHeight: number
  onSelect?: ((place: ChartPlace) => void) | undefined
}

/** The figures of a chart as a table. */
export function ChartTable({ data, summary, maxHeight, onSelect }: ChartTableProps) {
  const { head, body } = tableOf(data)
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
          {body.map(({ title, cells }, index) => (
            <tr key={title}>
              <th scope="row">
                {onSelect === undefined || data.type === 'heatMap' ? (
                  title
                ) : (
                  <Button
                    type="link"
                    size="small"
                    className={classes.open}
                    onClick={() => onSelect({ index })}
                  >
                    {title}
                  </Button>
                )}
              </th>
              {cells.map((cell, place) => (
                <td key={head[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PlainTable {
  head: string[]
  body: { title: string; cells: string[] }[]
}

function tableOf(data: ChartData): PlainTable {
  if (data.type === 'scatter') {
    const { pointsName, x, y, points } = data
    return {
      head: [pointsName, x.name, y.name],
      body: points.map((point) => ({
        title: point.title,
        cells: [(x.format ?? formatCount)(point.x), (y.format ?? formatCount)(point.y)],
      })),
    }
  }
  const format = chartFormat(data)
  const written = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value)
  if (data.type === 'pie') {
    return {
      head: [data.pointsName, data.valueName],
      body: data.slices.map(({ label, value }) => ({ title: label, cells: [format(value)] })),
    }
  }
  if (data.type === 'heatMap') {
    // The picture lies on its side: seven columns fit where twenty-four do not.
    return {
      head: [data.columnsName, ...data.rows.map(({ label }) => label)],
      body: data.columns.map((column, x) => ({
        title: fullTitle(column),
        cells: data.rows.map((_, y) => String(data.values[y]?.[x] ?? '–')),
      })),
    }
  }
  const { pointsName, points, series, previous, totalName } = data
  const columns = previous === undefined ? series : [...series, previous]
  return {
    head: [pointsName, ...(totalName === undefined ? [] : [totalName]), ...columns.map(({ name }) => name)],
    body: points.map((point, index) => ({
      title: fullTitle(point),
      cells: [
        ...(totalName === undefined ? [] : [format(stackTotal(data, index))]),
        ...columns.map(({ values }) => written(values[index])),
      ],
    })),
  }
}
