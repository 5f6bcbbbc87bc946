import * as endpoints from '@callboard/contract/exports'
import type { Export } from '@callboard/contract/exports'
import { send } from '#web/lib/api.ts'
import classes from '#web/features/exports/ExportList.module.css'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ExportAction } from '#web/records/ExportAction.tsx'
import { ExportProgress } from '#web/records/ExportProgress.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

/** One's own exports, with what can be done with each. */
export function ExportList({ items }: { items: readonly Export[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <ExportItem key={item.id} item={item} />
      ))}
    </ul>
  )
}

function ExportItem({ item }: { item: Export }) {
  const { id, name, fileName, format, state, createdAt, expiresAt } = item
  const title = fileName ?? `${name} as ${format.toUpperCase()}`
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <span className={classes.name}>{title}</span>
        <ExportProgress item={item} />
        <span className={classes.times}>
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
        </span>
      </div>
      <div className={classes.actions}>
        <ExportAction item={item} />
        <ActionButton
          size="small"
          changes={['export']}
          aria-label={`Delete ${title}`}
          action={() => send(endpoints.deleteExport, { params: { id } })}
        >
          Delete
        </ActionButton>
      </div>
    </li>
  )
}
