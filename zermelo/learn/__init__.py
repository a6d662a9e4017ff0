"""Learning by self-play: `zermelo learn GAME --method samuel|td|alphazero|imitation|bootstrap`.

course      a run: begun or resumed, continued block by block, measured and saved as it goes
curve       what was measured on the way
lanes       games that are played at the same time, in threads or on a cluster; distant: there
team        threads that call one kernel together
adam        the steps of a network that learns on a CPU
methods     the methods by name; refusal: why one cannot learn a game; on_device: what those on PyTorch share
samuel      the weights of an evaluation, by TD-leaf under alpha-beta
td          small networks, by TD(λ)
alphazero   networks that guide a tree search
imitation   the same networks, from games that others have played
bootstrap   sparse networks, alpha-beta's own evaluation

What is learned is a file of zermelo.evaluate.learned.
"""
