import type { CSSProperties } from 'react'

/*
 * Cells that stay in sight while a table scrolls within itself, as styles of the cells: Ant Design's own ways (`sticky`,
 * `scroll.y`) make the head a table of its own, in which a screen reader finds no columns.
 */

const ground = { position: 'sticky', background: 'var(--cb-panel)' } as const

/** For the table itself: what sticks in it lies over no other part of the page. */
export const stickyRoot: CSSProperties = { isolation: 'isolate' }

export const stickyHead: CSSProperties = { ...ground, zIndex: 20, top: 0 }

/** A cell of the head where its column is fixed as well. */
export const stickyCorner: CSSProperties = { ...stickyHead, zIndex: 21 }

/** The same in a head of several rows, which stays in sight as a whole. */
export const stickyCornerOfRows: CSSProperties = { zIndex: 21 }

/** A row's head in a fixed column, which Ant Design leaves without a ground; below the totals, which it puts at 2. */
export const stickyRowHead: CSSProperties = { zIndex: 1, background: ground.background }

/** A cell of the totals. */
export const stickyFoot: CSSProperties = {
  ...ground,
  zIndex: 20,
  bottom: 0,
  boxShadow: '0 -1px 0 var(--cb-line)',
}

/** A cell of the totals where its column is fixed as well. */
export const stickyFootCorner: CSSProperties = { ...stickyFoot, zIndex: 21, insetInlineStart: 0 }
