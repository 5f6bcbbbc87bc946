import * as endpoints from '@callboard/contract/exports'
import type { Export } from '@callboard/contract/exports'
import { send } from '#web/lib/api/api.ts'
import classes from '#web/records/exports/ExportList.module.css'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ExportAction } from '#web/records/exports/ExportAction.tsx'
import { ExportProgress } from '#web/records/exports/ExportProgress.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Grid, QuietText, Row, Text } from '#web/ui/layout.tsx'

/** One's own exports, with what can be done with each. */
export function ExportList({ items }: { items: readonly Export[] }) {
  return (
    <Box as="ul" margin="-8px 0 0">
      {items.map((item) => (
        <ExportItem key={item.id} item={item} />
      ))}
    </Box>
  )
}

function ExportItem({ item }: { item: Export }) {
  const { id, name, fileName, format, state, createdAt, expiresAt } = item
  const title = fileName ?? `${name} as ${format.toUpperCase()}`
  return (
    <li className={classes.item}>
      <Grid flex="1 1 260px" minWidth={0} maxWidth={640}>
        <Text breaks="anywhere" fontWeight={700}>
          {title}
        </Text>
        <ExportProgress item={item} />
        <QuietText fontSize={13}>
          Asked for <TimeText at={createdAt} show="recent" />
          {state === 'ready' && (
            <>
              {' · kept until '}
              <TimeText at={expiresAt} show="recent" />
            </>
          )}
          {state === 'expired' && (
            <>
              {' · deleted '}
              <TimeText at={expiresAt} show="recent" />
            </>
          )}
        </QuietText>
      </Grid>
      <Row gap={8}>
        <ExportAction item={item} />
        <ActionButton
          size="small"
          changes={['export']}
          aria-label={`Delete ${title}`}
          action={() => send(endpoints.deleteExport, { params: { id } })}
        >
          Delete
        </ActionButton>
      </Row>
    </li>
  )
}
