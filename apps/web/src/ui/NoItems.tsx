import { Button, Empty } from 'antd'
import type { ReactNode } from 'react'

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
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>No Items</strong>
          {reason !== undefined && <div>{reason}</div>}
        </>
      }
    >
      {onCreate !== undefined && (
        <Button type="primary" onClick={onCreate}>
          {createLabel}
        </Button>
      )}
    </Empty>
  )
}
