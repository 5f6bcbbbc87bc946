import type { CSSProperties } from 'react'

/**
 * Keeps a cell of a table's head in sight while the table scrolls within itself. Ant Design's own way (`sticky`,
 * `scroll.y`) makes the head a table of its own, in which a screen reader finds no columns.
 */
export const stickyHead: CSSProperties = {
  position: 'sticky',
  zIndex: 3,
  top: 0,
  background: 'var(--cb-panel)',
  whiteSpace: 'nowrap',
}
