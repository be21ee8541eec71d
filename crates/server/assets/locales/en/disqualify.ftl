disqualify-cancel = Cancel
disqualify-disqualify-this-version = Disqualify this version?
disqualify-next = If it competes now, this version of the author competes instead:
disqualify-no-next = The author has no other qualified version.
disqualify-note = The version stops competing. Its matches stay in the results of the others. You can undo this.
disqualify-reason = Reason. The author reads it.
