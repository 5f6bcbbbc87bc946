import classes from '#web/ui/page/PageSpinner.module.css'

/** Shown while the code of a page loads. */
export function PageSpinner() {
  return (
    <div className={classes.place} role="status" aria-label="Loading the page">
      <span className={classes.wheel} />
    </div>
  )
}
