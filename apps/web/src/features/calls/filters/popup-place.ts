/** Opens the options of a select within the dialog it belongs to. */
export function besideTrigger(trigger: HTMLElement): HTMLElement {
  return trigger.parentElement ?? trigger
}
