/** Where the list of a choice within a dialogue opens: in the dialogue that it belongs to. */
export function besideTrigger(trigger: HTMLElement): HTMLElement {
  return trigger.parentElement ?? trigger
}
