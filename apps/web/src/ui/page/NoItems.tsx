import { Button } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/ui/page/NoItems.module.css'
import { Stack } from '#web/ui/layout.tsx'

interface NoItemsProps {
  /** Why: no data yet, or the filter hides them. */
  reason?: ReactNode
  /** Shows a button that creates the first one. */
  onCreate?: (() => void) | undefined
  createLabel?: string
}

/** What an empty list shows. */
export function NoItems({ reason, onCreate, createLabel = 'Create' }: NoItemsProps) {
  return (
    <Stack gap={12} align="center" tone="quiet" padding="24px 8px" textAlign="center">
      <svg className={classes.tray} viewBox="8 0 48 33" aria-hidden>
        <path d="M55 13.8 44.9 2.3Q44 1 42.9 1H21.1q-1.2 0-2 1.3L9 13.8V23h46z" />
        <path d="M41.6 17c0-1.7 1-3 2.2-3H55v14.1c0 2.2-1.3 3.9-3 3.9H12c-1.7 0-3-1.7-3-3.9V14h11.2c1.2 0 2.2 1.3 2.2 3s1 2.9 2.2 2.9h14.8c1.2 0 2.2-1.4 2.2-3" />
      </svg>
      <div>
        <strong>No Items</strong>
        {reason !== undefined && <div>{reason}</div>}
      </div>
      {onCreate !== undefined && (
        <Button type="primary" onClick={onCreate}>
          {createLabel}
        </Button>
      )}
    </Stack>
  )
}
