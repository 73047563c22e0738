/** How a line of the system before is marked. Of a file it is a column of its own, so that nobody adds it up. */
export const beforeMove = "Before the move";
export const beforeMoveColumn = "Before the move (FC)";
