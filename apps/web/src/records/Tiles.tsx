import { formatCount } from '@callboard/contract/format'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'
import classes from '#web/records/Tiles.module.css'
import { Grid, Row, Text } from '#web/ui/layout.tsx'

export function Tiles({ children }: { children: ReactNode }) {
  return (
    <Grid as="ul" columns="repeat(auto-fill, minmax(min(220px, 100%), 1fr))" gap={12}>
      {children}
    </Grid>
  )
}

interface TileProps {
  name: string
  /** Of its list, below the administration. */
  path: string
  count?: number | undefined
  about: string
  children?: ReactNode
}

/** Leads to a list, and says what is in it. */
export function Tile({ name, path, count, about, children }: TileProps) {
  return (
    <li>
      <Link className={classes.tile} to={paths.manageList(path)}>
        <Row as="span" gap={8} align="baseline" justify="space-between">
          <Text as="strong" tone="primary" fontSize={15}>
            {name}
          </Text>
          {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
        </Row>
        <span>{about}</span>
        {children}
      </Link>
    </li>
  )
}
