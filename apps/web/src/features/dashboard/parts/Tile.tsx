import { BellOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import classes from '#web/features/dashboard/parts/Tile.module.css'
import type { TileData, TileFigure } from '#web/features/dashboard/parts/tiles.ts'
import { ChangeText } from '#web/ui/values/ChangeText.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { SparkLine } from '#web/ui/charts/SparkLine.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'

interface TileProps {
  tile: TileData
  /** A new alert on its figure. */
  alertHref: string | undefined
}

/** One figure, its change and its course; a click opens the calls or callers behind it. */
export function Tile({ tile, alertHref }: TileProps) {
  const { label, figures, href, opens = 'calls' } = tile
  const [figure, another] = figures
  return (
    <article className={classes.tile}>
      <QuietText as="h2" fontSize={13} fontWeight={400} lineHeight="20px">
        {href === undefined ? (
          label
        ) : (
          <Link className={classes.link} to={href} title={`Show these ${opens}`}>
            {label}
          </Link>
        )}
      </QuietText>
      {alertHref !== undefined && (
        <Link
          className={classes.alert}
          to={alertHref}
          title="Alert me…"
          aria-label={`Alert me about ${label}`}
        >
          <BellOutlined aria-hidden />
        </Link>
      )}
      {another === undefined ? (
        <div className={classes.main}>
          <div className={classes.figure}>
            {figure === undefined ? <NoValue /> : <Written figure={figure} />}
          </div>
          <div className={classes.course}>
            <SparkLine values={figure?.course ?? []} />
          </div>
        </div>
      ) : (
        <Several figures={figures} />
      )}
      <Row gap="0 8px" wrap minHeight={20} fontSize={13} lineHeight="20px">
        {another === undefined && figure?.change !== undefined && <ChangeText {...figure.change} asksWhy />}
        <span className={classes.below}>
          <Addition tile={tile} />
        </span>
      </Row>
    </article>
  )
}

function Several({ figures }: { figures: readonly TileFigure[] }) {
  return (
    <Stack as="ul" justify="center" flex={1}>
      {figures.map((figure) => (
        <Row as="li" gap="0 8px" align="baseline" wrap fontSize={13} key={figure.text}>
          <Text fontSize={16} fontWeight={700} lineHeight="20px">
            <Written figure={figure} />
          </Text>
          {figure.change !== undefined && <ChangeText {...figure.change} />}
          <span className={classes.smallCourse}>
            <SparkLine values={figure.course} />
          </span>
        </Row>
      ))}
    </Stack>
  )
}

function Written({ figure: { text, spoken } }: { figure: TileFigure }) {
  if (spoken === undefined) return text
  return (
    <>
      <span aria-hidden>{text}</span>
      <Spoken>{spoken}</Spoken>
    </>
  )
}

function Addition({ tile: { addition } }: { tile: TileData }) {
  if (addition === undefined) return null
  const { text, title, href } = addition
  if (href === undefined) {
    return <QuietText title={title}>{text}</QuietText>
  }
  return (
    <Link className={classes.addition} to={href} title={title}>
      {text}
    </Link>
  )
}

/** As high as the tile it stands for. */
export function TileSkeleton() {
  return (
    <div className={classes.tile}>
      <Skeleton rows={2} />
    </div>
  )
}
