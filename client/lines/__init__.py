"""Line mode: a front end that only adds lines, for ears, pipes and scripts."""
