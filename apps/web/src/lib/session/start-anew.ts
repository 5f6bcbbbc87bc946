/**
 * Leaves a page that is not for whoever sits here now. Nothing on it may ask them to stay: they would see what another
 * user had open.
 */
export function startAnew(leave: () => void): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  leave()
}
